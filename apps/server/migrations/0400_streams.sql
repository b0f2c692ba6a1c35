-- additive
CREATE TABLE streams (
  id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  type text NOT NULL CHECK (type IN ('public', 'subscribers')),
  title text NOT NULL,
  status text NOT NULL CHECK (status IN ('preparing', 'live', 'away', 'ended')),
  -- Its creator has said that they are away, though video may come.
  is_paused boolean NOT NULL DEFAULT false,
  viewers integer NOT NULL DEFAULT 0,
  peak_viewers integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  started_at timestamptz,
  -- Since when it is in its status.
  status_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz
);
-- One open stream a creator.
CREATE UNIQUE INDEX streams_open ON streams (performer_id) WHERE status <> 'ended';
CREATE INDEX streams_live ON streams (viewers DESC, id) WHERE status IN ('live', 'away');
CREATE INDEX streams_performer ON streams (performer_id, created_at DESC);
