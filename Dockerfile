# One service: the API and the page. The CPU build of PyTorch keeps the image small.
FROM python:3.11-slim

RUN useradd --create-home --uid 10001 embedscope
WORKDIR /app
RUN python -m pip install --no-cache-dir --index-url https://download.pytorch.org/whl/cpu torch==2.13.0
COPY pyproject.toml README.md LICENSE ./
COPY backend backend
RUN python -m pip install --no-cache-dir -e .
COPY frontend frontend
COPY data data
COPY models models
COPY deploy deploy
RUN mkdir /store /certificates && chown embedscope /store /certificates

USER embedscope
ENV EMBEDSCOPE_HOST=0.0.0.0 EMBEDSCOPE_PORT=8000 EMBEDSCOPE_STORE=/store PYTHONUNBUFFERED=1
EXPOSE 8000
VOLUME /store
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["python", "-c", \
  "import json, urllib.request as u; assert json.load(u.urlopen('http://127.0.0.1:8000/api/health'))['status'] == 'ready'"]
CMD ["python", "-m", "backend", "serve"]
