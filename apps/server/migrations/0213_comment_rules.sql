-- Who may comment on what a creator publishes, and words that hold a comment until the creator approves it.
-- additive

ALTER TABLE performers ADD COLUMN who_may_comment text NOT NULL DEFAULT 'everyone';
ALTER TABLE performers ADD CONSTRAINT performers_who_may_comment_check
  CHECK (who_may_comment IN ('everyone', 'followers', 'subscribers', 'none')) NOT VALID;
ALTER TABLE performers ADD COLUMN held_words text[] NOT NULL DEFAULT '{}';
-- The creator whose approval a comment waits for.
ALTER TABLE comments ADD COLUMN held_for uuid;
