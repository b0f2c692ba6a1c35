-- Who may comment on an item where that differs from the rest of what its creator publishes.
-- additive

ALTER TABLE items ADD COLUMN who_may_comment text;
ALTER TABLE items ADD CONSTRAINT items_who_may_comment_check
  CHECK (who_may_comment IN ('everyone', 'followers', 'subscribers', 'none')) NOT VALID;
