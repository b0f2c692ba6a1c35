-- additive
-- What a creator does for a tip of a certain size, in the order in which fans see it.
CREATE TABLE tip_menu_items (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  position integer NOT NULL CHECK (position BETWEEN 0 AND 19),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
  -- In hundredths of a token, as everywhere.
  tokens bigint NOT NULL CHECK (tokens > 0),
  is_on boolean NOT NULL DEFAULT true,
  UNIQUE (performer_id, position) DEFERRABLE INITIALLY DEFERRED
);

-- What a tip asked for. It has the id of its charge.
CREATE TABLE tip_orders (
  id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  user_id uuid NOT NULL REFERENCES accounts (id),
  -- The open stream at that moment, if there was one.
  stream_id uuid REFERENCES streams (id) ON DELETE SET NULL,
  title text NOT NULL,
  tokens bigint NOT NULL CHECK (tokens > 0),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'declined')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  decided_at timestamptz,
  CHECK ((status = 'open') = (decided_at IS NULL))
);
CREATE INDEX tip_orders_performer ON tip_orders (performer_id, created_at DESC, id DESC);
CREATE INDEX tip_orders_open ON tip_orders (created_at) WHERE status = 'open';
CREATE INDEX tip_orders_user ON tip_orders (user_id, created_at DESC, id DESC);
CREATE INDEX tip_orders_stream ON tip_orders (stream_id) WHERE stream_id IS NOT NULL;
