-- additive
-- Moments of a stream that its creator, or who moderates their chat, wants to find again.
CREATE TABLE stream_markers (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  label text NOT NULL CHECK (length(label) <= 80),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX stream_markers_stream ON stream_markers (stream_id, created_at);
