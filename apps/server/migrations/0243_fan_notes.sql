-- What a creator notes about a fan, for themselves.
-- additive

CREATE TABLE fan_notes (
  performer_id uuid NOT NULL REFERENCES accounts (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (performer_id, account_id)
);
CREATE INDEX fan_notes_by_account ON fan_notes (account_id);
