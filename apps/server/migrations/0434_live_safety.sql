-- additive
-- What staff wrote when they ended a stream: its creator reads it.
ALTER TABLE streams ADD COLUMN stop_reason text;
ALTER TABLE streams ADD CONSTRAINT streams_stop_reason CHECK (length(stop_reason) <= 500) NOT VALID;

-- Creators whom staff keep from going live; without an end until staff lift it.
CREATE TABLE live_suspensions (
  performer_id uuid PRIMARY KEY REFERENCES performers (account_id),
  reason text NOT NULL CHECK (length(reason) <= 500),
  until timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- Members of staff who watched a room unseen, and why. The two of a private show can see afterwards that it was.
CREATE TABLE live_looks (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  -- A stream or a private show.
  room_id uuid NOT NULL,
  staff_id uuid NOT NULL REFERENCES accounts (id),
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX live_looks_room ON live_looks (room_id, staff_id);
CREATE INDEX live_looks_staff ON live_looks (staff_id);
CREATE INDEX live_looks_age ON live_looks (created_at);

-- Pictures of running streams, kept for a day. Those of private shows are never made.
CREATE TABLE live_stills (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  stream_id uuid NOT NULL,
  performer_id uuid NOT NULL REFERENCES performers (account_id),
  -- Matched known illegal material: its bytes lie in quarantine, and staff see no picture of it.
  is_known boolean NOT NULL DEFAULT false,
  storage_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX live_stills_stream ON live_stills (stream_id, created_at DESC);
CREATE INDEX live_stills_performer ON live_stills (performer_id);
CREATE INDEX live_stills_age ON live_stills (created_at);
