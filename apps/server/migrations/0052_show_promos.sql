-- What the site shows for a while on its landing, home and explore pages: a picture with a link.
CREATE TABLE promos (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  url text NOT NULL CHECK (url ~ '^(https?://|/([^/]|$))' AND length(url) <= 500),
  image_file_id uuid NOT NULL REFERENCES files,
  position text NOT NULL CHECK (position IN ('landing', 'home', 'explore')),
  ordering integer NOT NULL DEFAULT 0 CHECK (ordering BETWEEN 0 AND 1000),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz CHECK (ends_at > starts_at),
  updated_by uuid REFERENCES accounts,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX promos_end ON promos (ends_at);
