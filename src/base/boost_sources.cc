// Asio and Beast compiled once, instead of in every file that includes them.
// Tested by: every test that runs a loop.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
