-- A poll is kept with the draft of its post while it is written. It is made when the post is published.
-- additive

ALTER TABLE feeds ADD COLUMN draft_poll jsonb;
