-- additive
-- Streams that a creator has announced, and who asked to be reminded of them.
CREATE TABLE scheduled_streams (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  type text NOT NULL CHECK (type IN ('public', 'subscribers')),
  starts_at timestamptz NOT NULL,
  minutes integer NOT NULL CHECK (minutes BETWEEN 15 AND 720),
  status text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'started', 'cancelled')),
  -- The stream that it became.
  stream_id uuid REFERENCES streams (id) ON DELETE SET NULL,
  -- How often it was changed: calendars take over what has a higher number.
  sequence integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX scheduled_streams_performer ON scheduled_streams (performer_id, starts_at);
CREATE INDEX scheduled_streams_planned ON scheduled_streams (starts_at, id) WHERE status = 'planned';
CREATE INDEX scheduled_streams_starts ON scheduled_streams (starts_at);
CREATE INDEX scheduled_streams_stream ON scheduled_streams (stream_id) WHERE stream_id IS NOT NULL;

CREATE TABLE stream_reminders (
  scheduled_id uuid NOT NULL REFERENCES scheduled_streams (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- When they were told that it starts soon, or has started.
  told_at timestamptz,
  PRIMARY KEY (scheduled_id, account_id)
);
CREATE INDEX stream_reminders_account ON stream_reminders (account_id, created_at);
CREATE INDEX stream_reminders_waiting ON stream_reminders (scheduled_id) WHERE told_at IS NULL;
