-- The last day on which a consent counts; null without an end. `end_noted_at`: the creator was told that it is near.
-- additive

ALTER TABLE participants ADD COLUMN ends_on date, ADD COLUMN end_noted_at timestamptz;
