/**
 * Retries up to three times with exponential backoff, so that a short outage of the database loses no device report.
 */
export async function retryTransiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 3 ** attempt));
    }
  }
}
