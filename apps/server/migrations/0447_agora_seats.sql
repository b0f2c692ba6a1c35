-- additive
-- Who is behind a number in a channel of Agora, which knows people by numbers alone. Rows go minutes after their person has left.
CREATE TABLE agora_seats (
  room_id uuid NOT NULL,
  uid bigint NOT NULL CHECK (uid BETWEEN 1 AND 4294967295),
  session_id uuid NOT NULL,
  may text NOT NULL CHECK (may IN ('publish', 'view')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (room_id, uid)
);
