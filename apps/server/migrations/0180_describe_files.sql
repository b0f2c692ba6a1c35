-- What a file shows, for people who can't see or hear it.
-- additive
ALTER TABLE files ADD COLUMN alt text NOT NULL DEFAULT '';
ALTER TABLE files ADD CONSTRAINT files_alt_check CHECK (length(alt) <= 500) NOT VALID;
