-- additive
-- All tips that were ever shown in it, in hundredths of a token.
ALTER TABLE stream_conversations ADD COLUMN tipped bigint NOT NULL DEFAULT 0;
-- The same number when the stream was opened, and when it ended.
ALTER TABLE streams ADD COLUMN tipped_before bigint NOT NULL DEFAULT 0, ADD COLUMN tipped_after bigint;
