-- additive
-- transaction: none
-- The revenue of a span of days. Earnings change until they are paid out, and each change writes the row elsewhere in the table: a summary
-- of ranges of pages then spans all dates, and every row was read for a month (docs/decisions/0443).
CREATE INDEX CONCURRENTLY IF NOT EXISTS earnings_by_date ON earnings (created_at);
DROP INDEX CONCURRENTLY IF EXISTS earnings_by_creation;
