-- additive
-- Whether a stream is recorded for a replay, and whether it was at any time.
ALTER TABLE streams ADD COLUMN is_recorded boolean NOT NULL DEFAULT false, ADD COLUMN was_recorded boolean NOT NULL DEFAULT false,
  ADD COLUMN recording_problem text;
ALTER TABLE streams ADD CONSTRAINT streams_recording_problem CHECK (recording_problem IN ('codec', 'storage', 'disk')) NOT VALID;

CREATE TABLE recordings (
  id uuid PRIMARY KEY,
  stream_id uuid UNIQUE REFERENCES streams (id) ON DELETE SET NULL,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  status text NOT NULL CHECK (status IN ('saving', 'waiting', 'published', 'discarded')),
  -- Its segments, as a file of its creator.
  file_id uuid UNIQUE REFERENCES files (id),
  item_id uuid REFERENCES items (id) ON DELETE SET NULL,
  -- What is in the video, in order: stretches of time without a break, `[{"from": …, "to": …}]` in milliseconds since 1970.
  parts jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  saved_at timestamptz,
  decided_at timestamptz,
  CHECK ((status IN ('waiting', 'published')) <= (file_id IS NOT NULL)),
  CHECK ((status IN ('published', 'discarded')) = (decided_at IS NOT NULL))
);
CREATE INDEX recordings_performer ON recordings (performer_id, created_at DESC);
CREATE INDEX recordings_undecided ON recordings (created_at) WHERE status IN ('saving', 'waiting');
