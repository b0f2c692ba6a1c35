-- Captions of videos, one WebVTT a language.
-- additive

CREATE TABLE file_captions (
  file_id uuid NOT NULL REFERENCES files (id),
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' AND length(locale) <= 20),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  vtt text NOT NULL CHECK (octet_length(vtt) <= 1048576),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (file_id, locale)
);
