-- Galleries and their photos. The files of a gallery are in item_files, as those of every item; photos say what each file is.
-- additive

CREATE TABLE galleries (
  item_id uuid PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE
);

CREATE TABLE photos (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  gallery_id uuid NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  file_id uuid NOT NULL UNIQUE REFERENCES files (id),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 200),
  -- From 0 without gaps, as in item_files.
  position integer NOT NULL CHECK (position >= 0),
  likes bigint NOT NULL DEFAULT 0,
  bookmarks bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX photos_of_gallery ON photos (gallery_id, position);
CREATE INDEX photos_of_performer ON photos (performer_id, created_at DESC, id DESC);
