/** The script of the passkey button: asks the browser, puts its answer into the form, and sends the form. */
export const PASSKEY_SCRIPT_TEXT = `(() => {
  const form = document.querySelector('form[data-passkey]');
  if (!form || !window.PublicKeyCredential) return;
  const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  const toText = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const problem = form.querySelector('[role=alert]');
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const options = JSON.parse(form.dataset.passkey);
    const allowCredentials = (options.allowCredentials ?? []).map((one) => ({ ...one, id: toBytes(one.id) }));
    try {
      const key = await navigator.credentials.get({ publicKey: { ...options, challenge: toBytes(options.challenge), allowCredentials } });
      const { clientDataJSON, authenticatorData, signature, userHandle } = key.response;
      form.elements.answer.value = JSON.stringify({
        id: key.id,
        rawId: toText(key.rawId),
        type: key.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(clientDataJSON),
          authenticatorData: toText(authenticatorData),
          signature: toText(signature),
          ...(userHandle ? { userHandle: toText(userHandle) } : {}),
        },
      });
      form.elements.device.value = document.querySelector('input[name=device]:checked')?.value ?? '';
      form.submit();
    } catch (error) {
      problem.textContent = error.name === 'NotAllowedError' ? 'No passkey was used. Try again, or sign in another way.' : 'This browser could not use a passkey here: ' + error.message;
      problem.hidden = false;
    }
  });
})();
`;
