"""Runs the published scheduler on review histories.

Reads a line per history, {"retention": 0.9, "reviews": [[rating, milliseconds since 1970], ...]}, and writes a line
with the result of each review: [[interval in days, stability, difficulty], ...].
"""

import json
import sys
from datetime import datetime, timedelta, timezone

from fsrs import Card, Rating, Scheduler

BEGINNING = datetime(1970, 1, 1, tzinfo=timezone.utc)

for line in sys.stdin:
    history = json.loads(line)
    scheduler = Scheduler(
        desired_retention=history["retention"], learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
    # Without an id, the card waits for a millisecond to create one.
    card = Card(card_id=1)
    results = []
    for rating, milliseconds in history["reviews"]:
        card, _ = scheduler.review_card(card, Rating(rating), BEGINNING + timedelta(milliseconds=milliseconds))
        results.append([(card.due - card.last_review) // timedelta(days=1), card.stability, card.difficulty])
    print(json.dumps(results))
