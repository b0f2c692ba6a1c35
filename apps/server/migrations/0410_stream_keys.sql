-- additive
-- With what a creator's own program, such as OBS, publishes into their stream. Only the hash of the key is here.
CREATE TABLE stream_keys (
  performer_id uuid PRIMARY KEY REFERENCES performers (account_id) ON DELETE CASCADE,
  -- Another one for each key: what it publishes is known by it.
  id uuid NOT NULL UNIQUE DEFAULT uuid_v7(),
  key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
