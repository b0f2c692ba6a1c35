import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import * as sessions from './auth/sessions.ts'

/** Anonymizes an account: only its id remains. Its username stays reserved permanently. Runs in the transaction of the closing. */
export async function erasePerson(tx: Context, id: string): Promise<void> {
  // Sockets are notified of the ended sessions; the rows are deleted below.
  await sessions.end(tx, id, 'all', 'closed')
  await sql`DELETE FROM one_time_tokens WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM known_devices WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM email_changes WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM authenticator_apps WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM second_factor_removals WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM recovery_codes WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM passkey_challenges WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM passkeys WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM age_checks WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM provider_identities WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM terms_acceptances WHERE account_id = ${id}`.execute(tx.db)
  await sql`DELETE FROM sessions WHERE account_id = ${id}`.execute(tx.db)
  await sql`UPDATE performers SET tagline = '', bio = '', date_of_birth = NULL, gender = NULL, sexual_orientation = NULL, height = NULL,
      weight = NULL, body_type = NULL, ethnicity = NULL, butt_size = NULL, hair_color = NULL, eye_color = NULL, city = '', state = '',
      languages = '{}', links = '[]', categories = '{}', welcome_message = '', welcome_video_file_id = NULL,
      verification_status = 'revoked', updated_at = app_now() WHERE account_id = ${id}`.execute(tx.db)
  await sql`UPDATE accounts SET status = 'closed', email = NULL, email_verified_at = NULL, name = '', password_hash = NULL,
      avatar_file_id = NULL, cover_file_id = NULL, country = NULL, locale = NULL, timezone = 'UTC', theme = 'system', show_presence = true, permissions = '{}',
      status_reason = NULL, status_until = NULL, age_assurance = 'none', age_assurance_until = NULL, access_epoch = access_epoch + 1, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
}
