try {
  early.language = sessionStorage.getItem('guest-language') || (/^ko/i.test(navigator.language || 'ko') ? 'kr' : 'en');
} catch (error) {
  console.warn(error);
}
document.documentElement.lang = early.language === 'kr' ? 'ko' : 'en';
// The server has answered the first request in the document (decision 130).
early.hasReply = document.documentElement.hasAttribute('data-reply');
