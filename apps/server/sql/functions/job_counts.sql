-- Numbers of jobs for staff. The queue's tables are readable by the owner only.
CREATE OR REPLACE FUNCTION job_counts(OUT waiting bigint, OUT retrying bigint, OUT failed bigint, OUT late_since timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT count(*) FILTER (WHERE attempts < max_attempts),
      count(*) FILTER (WHERE attempts BETWEEN 1 AND max_attempts - 1),
      count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL),
      min(run_at) FILTER (WHERE attempts < max_attempts AND locked_at IS NULL AND run_at <= now())
    INTO waiting, retrying, failed, late_since FROM graphile_worker._private_jobs;
END $$;
