-- What is sent to new subscribers besides the text that creators already have.
-- additive

ALTER TABLE performers ADD COLUMN welcome_enabled boolean NOT NULL DEFAULT true;

CREATE TABLE welcome_message_files (
  performer_id uuid NOT NULL REFERENCES performers (account_id),
  position smallint NOT NULL CHECK (position >= 0),
  file_id uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (performer_id, position),
  UNIQUE (performer_id, file_id)
);
CREATE INDEX welcome_message_files_by_file ON welcome_message_files (file_id);
