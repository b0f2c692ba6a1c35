-- Likes and bookmarks of photos are counted as those of items are.
-- additive

ALTER TABLE counter_deltas DROP CONSTRAINT counter_deltas_subject_check;
ALTER TABLE counter_deltas ADD CONSTRAINT counter_deltas_subject_check
  CHECK (subject IN ('performer', 'item', 'comment', 'poll_option', 'photo')) NOT VALID;
