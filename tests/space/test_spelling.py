from backend.space.spelling import close_to, quoted


def test_quotes_are_short_and_harmless():
    assert quoted("a") == "'a'"
    assert quoted("你") == "'你'"
    assert quoted("\x00\ud800") == "'\\x00\\ud800'"
    assert quoted("x" * 41) == "'" + "x" * 39 + "…'"
    assert quoted("x" * 40) == "'" + "x" * 40 + "'"


def test_the_closest_come_first():
    tokens = ["queen", "Queen", "king", "kings", "knight", "apple", "quean"]
    assert close_to("queen", tokens, 2) == ["queen", "Queen"]
    assert close_to("QUEEN", tokens) == ["queen", "Queen", "quean"]
    assert close_to("kng", tokens)[0] == "king"
    assert close_to("xylophone", tokens) == []
    assert close_to("", tokens) == []
