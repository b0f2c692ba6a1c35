-- A page of the site may wait unseen until it is published; the desk of staff says how the queue stands.
ALTER TABLE posts ADD COLUMN is_published boolean NOT NULL DEFAULT true;

-- The queue's tables are its owner's; staff see numbers of them and nothing else.
CREATE FUNCTION job_counts(OUT waiting bigint, OUT retrying bigint, OUT failed bigint, OUT late_since timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT count(*) FILTER (WHERE attempts < max_attempts),
      count(*) FILTER (WHERE attempts BETWEEN 1 AND max_attempts - 1),
      count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL),
      min(run_at) FILTER (WHERE attempts < max_attempts AND locked_at IS NULL)
    INTO waiting, retrying, failed, late_since FROM graphile_worker._private_jobs;
END $$;
-- What the desk counts are few rows of long tables.
CREATE INDEX payment_transactions_disputed ON payment_transactions (updated_at) WHERE status = 'disputed';
CREATE INDEX files_failed ON files (updated_at) WHERE status = 'failed';
