-- The creator chose to offer no paid plan for now, and is not reminded of it.
-- additive

ALTER TABLE performers ADD COLUMN stays_free boolean NOT NULL DEFAULT false;
