-- additive
-- What a creator asks tips for while they are live. One at a time; those that are over stay with their stream.
CREATE TABLE stream_goals (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
  -- In hundredths of a token, as everywhere.
  tokens bigint NOT NULL CHECK (tokens > 0),
  -- All tips that had been shown in the chat when it began.
  tipped_before bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX stream_goals_open ON stream_goals (stream_id) WHERE ended_at IS NULL;
CREATE INDEX stream_goals_stream ON stream_goals (stream_id, created_at);
