-- When each scheduled job is due next and which worker runs it now. A restart doesn't move a due time.

CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  next_due_at timestamptz NOT NULL,
  -- The worker that runs it. It renews the lease while it works; when the lease ends, any worker may take the job over.
  leased_by uuid,
  leased_until timestamptz,
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz,
  last_error text,
  CONSTRAINT scheduled_jobs_lease CHECK ((leased_by IS NULL) = (leased_until IS NULL))
) WITH (fillfactor = 50);
