-- Applied after every migration, safe to repeat: what the application may do. Its connections run as this role.
-- What exists already is left alone: an account that may not make roles applies this, too (platform/db/database-rights.ts).
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fanlight_app') THEN
    CREATE ROLE fanlight_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_auth_members WHERE roleid = 'fanlight_app'::regrole AND member = current_user::regrole) THEN
    EXECUTE format('GRANT fanlight_app TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public, fake_stripe TO fanlight_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, fake_stripe TO fanlight_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, fake_stripe TO fanlight_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, fake_stripe TO fanlight_app;

-- Money rows have one writer, ledger_post, which runs as the owner. The application reads.
REVOKE ALL ON ledger_accounts, ledger_transactions, ledger_entries, ledger_tail, ledger_chain_links, ledger_unchained FROM fanlight_app;
GRANT SELECT ON ledger_accounts, ledger_transactions, ledger_entries, ledger_tail, ledger_chain_links, ledger_unchained TO fanlight_app;
-- The audit log takes no change; its chain has one writer, audit_extend_chain, and what the key outside signed is added by the application.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM fanlight_app;
REVOKE ALL ON audit_unchained, audit_chain_entries, audit_chain_links, audit_anchors, audit_signatures FROM fanlight_app;
GRANT SELECT ON audit_unchained, audit_chain_entries, audit_chain_links, audit_anchors, audit_signatures TO fanlight_app;
GRANT INSERT ON audit_anchors, audit_signatures TO fanlight_app;
REVOKE UPDATE, TRUNCATE ON terms_acceptances FROM fanlight_app;
REVOKE DELETE, TRUNCATE ON charges, earnings, earning_returns, payment_transactions, payouts, purchases FROM fanlight_app;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON plan_versions, item_offers FROM fanlight_app;
REVOKE INSERT, UPDATE ON offer_changes FROM fanlight_app;
REVOKE INSERT, UPDATE ON fan_spending FROM fanlight_app;
REVOKE INSERT ON charges, earnings, earning_returns FROM fanlight_app;
-- Written only by the role that applies the migrations.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON charge_kinds, sql_functions, schema_migrations FROM fanlight_app;
