-- Keys of payment retries are remembered by idempotent_replies, like those of other calls. Nothing reads events by a durable cursor.

DROP TABLE payment_retries;
DROP TABLE event_cursors;
