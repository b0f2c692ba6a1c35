-- The queue's tables belong to the owner; the application may only add jobs, inside its own transactions.
--
-- Jobs of a queue are taken by priority. Those with an owner share the queue by turns (start-time fair queueing): each of an owner's jobs
-- has the turn after their job before, and none has an earlier turn than the job that is next. So a job of an owner without others comes
-- after at most one job of each other owner, and later arrivals never overtake for good. Jobs with comes_first have turns of their own,
-- all of them before the others.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, queue text, run_at timestamptz, attempts integer, key text,
  owner uuid DEFAULT NULL, comes_first boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- The column of the queue's library is a smallint.
  first_turn constant integer := CASE WHEN comes_first THEN -32768 ELSE 0 END;
  last_turn constant integer := CASE WHEN comes_first THEN -1 ELSE 32767 END;
  owner_flag constant text := 'owner:' || owner;
  turn integer;
BEGIN
  IF owner IS NOT NULL THEN
    -- A job that is enqueued again, because it may have been lost, keeps its turn.
    SELECT j.priority INTO turn FROM graphile_worker._private_jobs j
      WHERE j.key = enqueue_job.key AND j.is_available AND j.flags ? owner_flag;
    IF turn IS NULL THEN
      SELECT least(last_turn, greatest(first_turn, min(j.priority) FILTER (WHERE j.is_available AND j.run_at <= now()),
          max(j.priority) FILTER (WHERE j.flags ? owner_flag) + 1))
        INTO turn
        FROM graphile_worker._private_jobs j JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
        WHERE q.queue_name = queue AND j.priority BETWEEN first_turn AND last_turn AND j.attempts < j.max_attempts;
    END IF;
  END IF;
  PERFORM graphile_worker.add_job(task, payload, queue_name := queue, run_at := enqueue_job.run_at, max_attempts := enqueue_job.attempts,
    job_key := enqueue_job.key, priority := turn, flags := CASE WHEN owner IS NOT NULL THEN ARRAY[owner_flag] END);
END $$;
