-- additive
-- What a creator asks those who watch. One at a time; those that are over stay with their stream.
CREATE TABLE stream_polls (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 140),
  options text[] NOT NULL CHECK (cardinality(options) BETWEEN 2 AND 5),
  -- Votes of each option as everybody was last told.
  counts integer[] NOT NULL CHECK (cardinality(counts) = cardinality(options)),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX stream_polls_open ON stream_polls (stream_id) WHERE ended_at IS NULL;
CREATE INDEX stream_polls_stream ON stream_polls (stream_id, created_at);

CREATE TABLE stream_poll_votes (
  poll_id uuid NOT NULL REFERENCES stream_polls (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- The place of the option, from 0.
  option smallint NOT NULL CHECK (option BETWEEN 0 AND 4),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (poll_id, account_id)
);
CREATE INDEX stream_poll_votes_option ON stream_poll_votes (poll_id, option);
CREATE INDEX stream_poll_votes_account ON stream_poll_votes (account_id, created_at);
