import pg from 'pg'

// What requests change in the database, recorded by the database itself: a trigger on every table records each changed row.

export interface Change {
  table: string
  column: string
  kind: 'inserted' | 'updated' | 'deleted'
  value: unknown
}
type Row = Record<string, unknown>

/** Records every change from now on. `taken` returns the changes since its previous call. */
export async function watchChanges(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`
    CREATE SCHEMA watch;
    CREATE UNLOGGED TABLE watch.changes (n bigserial, of text, old jsonb, new jsonb);
    CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        -- Rows with a json column, such as the queue's, have no equality of their own.
        IF TG_OP <> 'UPDATE' OR to_jsonb(OLD) IS DISTINCT FROM to_jsonb(NEW) THEN
          INSERT INTO watch.changes (of, old, new) VALUES (TG_TABLE_NAME,
            CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
        END IF;
        RETURN NULL;
      END $$;
    DO $$ DECLARE watched regclass; BEGIN
      FOR watched IN SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT LIKE 'kysely%'
          -- A process writes there on its own that it runs.
          AND c.relname <> 'live_processes'
          AND (n.nspname = 'public' OR (n.nspname = 'graphile_worker' AND c.relname = '_private_jobs'))
      LOOP
        EXECUTE format('CREATE TRIGGER zz_watch AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION watch.note()', watched);
      END LOOP;
    END $$;`)
  const { rows: columns } = await client.query<{ column: string; type: string }>(
    `SELECT DISTINCT column_name AS column, data_type AS type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  )
  return {
    /** Every column there is, with its type. */
    columns,
    async taken(): Promise<Change[]> {
      const { rows } = await client.query<{ of: string; old: Row | null; new: Row | null }>(
        'WITH gone AS (DELETE FROM watch.changes RETURNING *) SELECT of, old, new FROM gone ORDER BY n',
      )
      return rows.flatMap((row) => changesOf(row.of, row.old, row.new))
    },
    close: () => client.end(),
  }
}

function changesOf(table: string, before: Row | null, after: Row | null): Change[] {
  if (!after) return [{ table, column: '*', kind: 'deleted', value: before }]
  const kind = before ? 'updated' : 'inserted'
  return Object.entries(after)
    .filter(([column, value]) => !before || JSON.stringify(before[column]) !== JSON.stringify(value))
    .map(([column, value]) => ({ table, column, kind, value }))
}
