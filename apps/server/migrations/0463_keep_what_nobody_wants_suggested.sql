-- additive
-- What an account does not want suggested: a creator (`item_id` is null), or one post of theirs.
CREATE TABLE not_interested (
  account_id uuid NOT NULL REFERENCES accounts (id),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  item_id uuid REFERENCES items (id) ON DELETE CASCADE,
  subject_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(item_id, performer_id)) STORED,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, subject_id)
);
CREATE INDEX not_interested_newest ON not_interested (account_id, created_at DESC, subject_id DESC);
CREATE INDEX not_interested_of_performer ON not_interested (performer_id);
CREATE INDEX not_interested_of_item ON not_interested (item_id) WHERE item_id IS NOT NULL;
