-- additive
-- Rooms of a LiveKit server, which itself neither forgets the rights of who was removed nor says for how long video has reached anyone.

-- Who was removed from a room, and rooms that were closed (without a session): no right from before leads into it. Kept for as long as a right lasts.
CREATE TABLE live_removals (
  room_id uuid NOT NULL,
  session_id text NOT NULL,
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, session_id)
);
CREATE INDEX live_removals_age ON live_removals (removed_at);

-- For how long video has been there for each person in a room, since it opened.
CREATE TABLE live_reached (
  opening text NOT NULL,
  user_id uuid NOT NULL,
  ms bigint NOT NULL DEFAULT 0 CHECK (ms >= 0),
  -- The connection and the tracks at the last look: what was counted goes on while these are the same.
  span text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (opening, user_id)
);
CREATE INDEX live_reached_age ON live_reached (seen_at);
