-- enqueue_job takes two arguments more: whose job it is, and whether it comes before others. Processes of the version before leave them out.
DROP FUNCTION IF EXISTS enqueue_job(text, json, text, timestamptz, integer, text);
