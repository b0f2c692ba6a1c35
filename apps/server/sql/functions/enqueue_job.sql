-- The queue's tables belong to the owner; the application may only add jobs, inside its own transactions.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, queue text, run_at timestamptz, attempts integer, key text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT graphile_worker.add_job(task, payload, queue_name := queue, run_at := run_at, max_attempts := attempts, job_key := key)
$$;
