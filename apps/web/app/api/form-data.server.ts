import { data } from 'react-router'

/**
 * The submitted form. Its reader puts U+FFFD where the bytes are no UTF-8; calls refuse such a form, and so do pages. A browser sends none.
 */
export async function formDataOf(request: Request): Promise<FormData> {
  const form = await request.formData()
  for (const [name, value] of form)
    if (name.includes('\ufffd') || (typeof value === 'string' && value.includes('\ufffd')))
      throw data(null, { status: 400 })
  return form
}
