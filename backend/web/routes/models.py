"""What belongs to a model: its card, its weights, and the questions generate, score and trace."""

import math
import secrets
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body, Path, Response

from backend.refusal import Refusal
from backend.studio.library import Library
from backend.web.dependencies import ModelId, OpenLibrary
from backend.web.schemas.model import (
    MOST_EXPLAINED,
    GenerateAnswer,
    GenerateRequest,
    ModelCard,
    ModelList,
    Name,
    NameStep,
    Prediction,
    ScoreAnswer,
    ScoreRequest,
    Storage,
    TensorStep,
    TextRead,
    TokenRead,
    TraceAnswer,
    TraceRequest,
)

if TYPE_CHECKING:
    from backend.lesson.likelihood import TokenScore
    from backend.studio.model_entry import ModelEntry

router = APIRouter(prefix="/api/models", tags=["models"])
AddedId = Annotated[str, Path(alias="id", description="id of a model that was added", examples=["my-model"])]


@router.get("", operation_id="list_models", summary="All models")
def list_models(library: OpenLibrary) -> ModelList:
    """The cards of all models that can be read."""
    return ModelList(models=[_card(entry) for entry in library.models.readable()])


@router.get("/{id}", operation_id="get_model", summary="A model's card")
def get_model(library: OpenLibrary, model_id: ModelId) -> ModelCard:
    """The card of one model."""
    return _card(library.models.get(model_id))


@router.delete("/{id}", status_code=204, operation_id="delete_model", summary="Remove a model that was added")
def delete_model(library: OpenLibrary, model_id: AddedId) -> None:
    """The card and the weights; a shipped model stays (403)."""
    library.models.remove(model_id, [".safetensors"])


@router.get(
    "/{id}/weights",
    operation_id="get_weights",
    summary="A model's weights",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}},
)
def get_weights(library: OpenLibrary, model_id: ModelId) -> Response:
    """The safetensors file: table, hidden.weight, hidden.bias, logits.weight, logits.bias, all float32."""
    entry = library.models.get(model_id)
    disposition = {"Content-Disposition": f'attachment; filename="{entry.card.id}.safetensors"'}
    return Response(entry.weights(), media_type="application/octet-stream", headers=disposition)


@router.post("/{id}/generate", operation_id="generate", summary="Draw names", response_model_exclude_unset=True)
def generate(
    library: OpenLibrary,
    model_id: ModelId,
    request: Annotated[
        GenerateRequest,
        Body(openapi_examples={"ten": {"value": {"count": 10, "seed": 7, "prefix": "a", "temperature": 0.8}}}),
    ],
) -> GenerateAnswer:
    """All names advance together; the same seed gives the same bytes, whatever the count."""
    return generated(library, model_id, request)


@router.post("/{id}/score", operation_id="score", summary="How likely texts are")
def score(
    library: OpenLibrary,
    model_id: ModelId,
    request: Annotated[ScoreRequest, Body(openapi_examples={"two": {"value": {"texts": ["emma", "qqq"]}}})],
) -> ScoreAnswer:
    """Log-probability of each text and its end, in nats, and how each token was ranked."""
    entry = library.models.get(model_id)
    words = library.words_of(entry)
    read = zip(request.texts, entry.score(request.texts), strict=True)
    return ScoreAnswer(results=[_text_read(entry, text, tokens, words) for text, tokens in read])


@router.post("/{id}/trace", operation_id="trace", summary="Every tensor of a forward pass")
def trace(
    library: OpenLibrary,
    model_id: ModelId,
    request: Annotated[TraceRequest, Body(openapi_examples={"two": {"value": {"contexts": ["emm", "a"]}}})],
) -> TraceAnswer:
    """The very network that generates, with what PyTorch says of each tensor's shape and memory."""
    entry = library.models.get(model_id)
    traced = entry.trace(request.contexts)
    steps = [
        TensorStep(
            name=step.name,
            expression=step.expression,
            symbols=list(step.symbols),
            shape=list(step.tensor.shape),
            ndim=step.tensor.ndim,
            dtype=str(step.tensor.dtype).removeprefix("torch."),
            stride=list(step.tensor.stride()),
            contiguous=step.tensor.is_contiguous(),
            storage=Storage(view_of=step.view_of, bytes=step.bytes),
            flops=step.flops,
            values=step.tensor.tolist(),
        )
        for step in traced.steps
    ]
    return TraceAnswer(
        contexts=[entry.vocabulary.decode(row) for row in traced.steps[0].tensor.tolist()],
        steps=steps,
        predictions=[[Prediction(token=t, probability=p) for t, p in row] for row in traced.predictions],
    )


def generated(library: Library, model_id: str, request: GenerateRequest) -> GenerateAnswer:
    """The answer to a request for names, the same for the route and for the command line."""
    from backend.lesson.sampling import Sampler  # noqa: PLC0415 - the server listens before PyTorch is there

    if request.explain and request.count > MOST_EXPLAINED:
        raise Refusal(f"steps are given for at most {MOST_EXPLAINED:,} names, not {request.count:,}", "explain")
    entry = library.models.get(model_id)
    words = library.words_of(entry)
    seed = secrets.randbelow(2**53) if request.seed is None else request.seed
    drawn = entry.generate(
        request.count,
        seed,
        Sampler(request.temperature, request.top_k),
        request.prefix,
        request.max_length,
        request.explain,
    )
    names = []
    for name in drawn:
        given = {} if name.steps is None else {"steps": [_name_step(entry, step) for step in name.steps]}
        in_corpus = None if words is None else name.text in words
        names.append(
            Name(
                text=name.text,
                log_probability=name.log_probability,
                complete=name.complete,
                in_corpus=in_corpus,
                **given,
            )
        )
    return GenerateAnswer(seed=seed, names=names)


def _card(entry: "ModelEntry") -> ModelCard:
    return ModelCard.model_validate(entry.card.as_dict())


def _name_step(entry: "ModelEntry", step: "TokenScore") -> NameStep:
    return NameStep(
        context=entry.vocabulary.decode(step.context),
        token=entry.vocabulary.tokens[step.token],
        probability=math.exp(step.log_probability),
        rank=step.rank,
    )


def _text_read(entry: "ModelEntry", text: str, tokens: "list[TokenScore]", words: frozenset[str] | None) -> TextRead:
    total = sum(token.log_probability for token in tokens)
    spelled = entry.vocabulary.decode(token.token for token in tokens[:-1])
    return TextRead(
        text=text,
        log_probability=total,
        nll_per_token=-total / len(tokens),
        in_corpus=None if words is None else spelled in words,
        tokens=[
            TokenRead(token=entry.vocabulary.tokens[t.token], probability=math.exp(t.log_probability), rank=t.rank)
            for t in tokens
        ],
    )
