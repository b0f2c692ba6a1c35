-- additive
-- The second at which an account stopped in a video, so that it goes on there on any device.
CREATE TABLE watch_positions (
  account_id uuid NOT NULL REFERENCES accounts (id),
  item_id uuid NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  seconds integer NOT NULL CHECK (seconds > 0),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, item_id)
);
CREATE INDEX watch_positions_of_item ON watch_positions (item_id);
