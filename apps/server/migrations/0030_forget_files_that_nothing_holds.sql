-- When the last post, comment or profile let go of a file; after some days its bytes are removed.
ALTER TABLE files ADD COLUMN unheld_since timestamptz;
CREATE INDEX files_unheld ON files (unheld_since) WHERE unheld_since IS NOT NULL;
