-- Copies of a file, of any owner: the same bytes, or an image that looks alike.
-- additive
-- transaction: none
-- needs: phash_bands
CREATE INDEX CONCURRENTLY IF NOT EXISTS files_by_sha256 ON files (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS files_by_bands ON files USING gin (phash_bands(phash)) WHERE phash IS NOT NULL;
