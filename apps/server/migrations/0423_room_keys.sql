-- additive
-- With what a program of the creator's own reads the events of their live room: one key of each kind. Only the hash of a key is here.
CREATE TABLE room_keys (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES performers (account_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('overlay', 'feed')),
  key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (performer_id, kind)
);
