import { z } from 'zod'

/** The pass that `POST /re-captcha/verify` gave, where a form was refused with CAPTCHA_REQUIRED. */
export const captchaPass = z.string().max(200).optional()
